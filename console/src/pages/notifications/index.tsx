// What the bank told the viewer, and by which ways it tells them.
import { PageHead } from '../../design/page.tsx'
import { NoticesCard } from './notices.tsx'
import { PreferencesCard } from './preferences.tsx'

export function Page() {
  return (
    <>
      <PageHead
        title="Notifications"
        hint="Payments, low balances and changes of your access. They are kept for three months."
        reference="operations/notification.list"
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <NoticesCard />
        <PreferencesCard />
      </div>
    </>
  )
}
