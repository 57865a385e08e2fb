import { RunSkeleton } from '@/components/run/run-skeleton.tsx';

export default RunSkeleton;
