// The first steps of new users at a sandbox bank: open an account, or look around in demo data.
import { icon } from '../../design/icons.tsx'
import { LoadDemo } from '../../demo/load-demo.tsx'
import { buttonStyle } from '../../design/button.tsx'
import { FormLink } from './form-link.tsx'

const UserPlus = icon('user-plus')

export function Newcomers({ isNew }: { readonly isNew: boolean }) {
  return (
    <section
      aria-labelledby="newcomers"
      className="mt-4 grid w-full max-w-[26rem] gap-3 rounded-2xl border border-line bg-card p-6 sm:px-8"
    >
      <div>
        <h2 id="newcomers" className="font-semibold">
          {isNew ? 'Or just look around' : 'First time here?'}
        </h2>
        <p className="text-sm text-soft">
          This is a sandbox: the money in it is not real.{' '}
          {isNew
            ? 'The demo data has five customers with three months of activity.'
            : 'Open an account, or look around as one of five customers with three months of activity.'}
        </p>
      </div>
      {!isNew && (
        <FormLink form="sign-up" className={buttonStyle()}>
          <UserPlus aria-hidden />
          Open an account
        </FormLink>
      )}
      <LoadDemo look="plain" />
    </section>
  )
}
