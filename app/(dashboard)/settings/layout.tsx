import { SettingsTabs } from '@/components/access/settings-tabs.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';

export default async function SettingsLayout({ children }: LayoutProps<'/settings'>) {
  const { scopes } = await requireOperator();
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-4 p-3 sm:p-4">
      <SettingsTabs scopes={scopes} />
      <UnknownAddress />
      {children}
    </div>
  );
}
