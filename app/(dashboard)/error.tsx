'use client';
import { PageProblem } from '@/components/shell/page-problem.tsx';

export default PageProblem;
