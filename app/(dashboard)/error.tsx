'use client';
import { FailedPage } from '../failed-page.tsx';

export default FailedPage;
