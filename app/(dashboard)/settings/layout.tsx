import { SettingsTabs } from '@/components/access/settings-tabs.tsx';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';

export default function SettingsLayout({ children }: LayoutProps<'/settings'>) {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-4 p-3 sm:p-4">
      <SettingsTabs />
      <UnknownAddress />
      {children}
    </div>
  );
}
