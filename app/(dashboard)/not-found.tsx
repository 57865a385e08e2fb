import { NothingHere } from '@/components/shell/nothing-here.tsx';

export default NothingHere;
