'use client';
import { FailedPage } from '@/lib/dashboard/problem/parts/failed-page.tsx';

export default FailedPage;
