import { PageSkeleton } from '@/components/shell/page-skeleton.tsx';

export default PageSkeleton;
