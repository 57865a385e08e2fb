import { NothingHere } from '@/components/shell/nothing-here.tsx';

export default function NotFound() {
  return (
    <main>
      <NothingHere hasPalette={false} />
    </main>
  );
}
