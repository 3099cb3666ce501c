// The pages at which account holders decide what third parties may see or pay: plain forms that work without
// scripts and say in words what would be opened, to whom and for how long.
import { type Html, html } from '../oauth/html.ts'
import { FORGOT_PATH } from '../oauth/password-pages.ts'
import { layout, PAGE_HEADERS, problemList, type Problems } from '../oauth/pages.ts'

/** As on the sign-in pages; besides, forms go nowhere but to the bank. */
export const APPROVAL_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': `${PAGE_HEADERS['Content-Security-Policy']}; form-action 'self'`,
}

export interface ApprovalPage {
  readonly action: string
  readonly form_token: string
  readonly problems?: Problems
}

const invalid = ({ problems }: ApprovalPage, field: string): Html | undefined =>
  problems?.[field] === undefined
    ? undefined
    : html` aria-invalid="true" aria-describedby="problem"`

const form = ({ action, form_token }: ApprovalPage, body: Html): Html => html`
    <form method="post" action="${action}">
      <input type="hidden" name="form_token" value="${form_token}">
      ${body}
    </form>`

export type Kind = 'consents' | 'payments'

const ABOUT: Readonly<Record<Kind, string>> = {
  consents: 'A third party asks for access to your account data.',
  payments: 'A third party asks for a payment from your account.',
}

export const signInPage = (
  page: ApprovalPage & { readonly kind: Kind; readonly email: string },
): string =>
  layout(
    'Sign in',
    html`    <h1>Sign in to Florin</h1>
    <p>${ABOUT[page.kind]} Sign in to see who it is and what they ask for. Nothing is shared or paid before you
      have decided.</p>
    ${problemList(page.problems)}${form(
      page,
      html`<label class="field" for="email">E-mail</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="255"
        value="${page.email}"${invalid(page, 'email')}${page.email === '' && html` autofocus`}>
      <label class="field" for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required
        maxlength="255"${invalid(page, 'password')}${page.email !== '' && html` autofocus`}>
      <div class="buttons"><button name="decision" value="sign_in">Sign in</button></div>`,
    )}
    <p><a href="${FORGOT_PATH}">Forgotten your password?</a></p>`,
  )

export const codePage = (page: ApprovalPage): string =>
  layout(
    'Confirm it is you',
    html`    <h1>Confirm it is you</h1>
    ${problemList(page.problems)}${form(
      page,
      html`<label class="field" for="code">Two-factor code</label>
      <input id="code" name="code" type="text" autocomplete="one-time-code" required maxlength="64"
        autofocus aria-describedby="code-hint"${page.problems?.code !== undefined && html` aria-invalid="true"`}>
      <p class="hint" id="code-hint">Six digits from your authenticator app, or a recovery code.</p>
      <div class="buttons"><button name="decision" value="sign_in">Continue</button></div>`,
    )}`,
  )

/** The request, as the operations for account holders return it. */
export interface Asked {
  readonly is_open: boolean
  readonly warning: string | null
  readonly redirect_uri: string | null
}

export interface ConsentAsked extends Asked {
  readonly tpp_name: string
  readonly recurringIndicator: boolean
  readonly validUntil: string
  readonly frequencyPerDay: number
  readonly total: number
  readonly accounts: readonly {
    readonly resourceId: string
    readonly iban: string | null
    readonly name: string
    readonly details: boolean
    readonly balances: boolean
    readonly transactions: boolean
  }[]
}

export interface PaymentAsked extends Asked {
  readonly payment: {
    readonly tpp_name: string
    readonly amount: string
    readonly currency: string
    readonly creditor_iban: string
    readonly creditor_name: string | null
    readonly debtor_iban: string | null
    readonly reference: string | null
  }
  readonly account_name: string
  readonly fee: string
}

const warningOf = (warning: string | null): Html | false =>
  warning !== null &&
  html`
    <p class="warning" role="note"><strong>Be careful.</strong> ${warning}</p>`

const buttons = (approve: string): Html => html`
      <div class="buttons"><button name="decision" value="approve">${approve}</button>
        <button class="second" name="decision" value="deny" formnovalidate>Reject</button></div>`

const signedInAs = (email: string): Html => html`
      <div class="who"><span class="soft">Signed in as ${email}</span>
        <button class="link" name="decision" value="switch_account" formnovalidate>Use another account</button></div>`

/** 'details, balances and transactions' */
function wordsOf({ details, balances, transactions }: ConsentAsked['accounts'][number]): string {
  const words = [
    ...(details ? ['details'] : []),
    ...(balances ? ['balances'] : []),
    ...(transactions ? ['transactions'] : []),
  ]
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}

export const consentPage = (
  page: ApprovalPage & {
    readonly asked: ConsentAsked
    readonly email: string
    /** The accounts that are ticked. */
    readonly ticked: ReadonlySet<string>
  },
): string => {
  const { asked } = page
  const often = asked.frequencyPerDay === 1 ? 'once' : `${asked.frequencyPerDay} times`
  return layout(
    'Share account data',
    html`    <h1>Share account data with ${asked.tpp_name}?</h1>
    <p><strong>${asked.tpp_name}</strong> asks to read the accounts ticked below${
      asked.recurringIndicator
        ? html`, up to ${often} a day until ${asked.validUntil}`
        : html` on one day, up to ${often}, by ${asked.validUntil}`
    }. It cannot move money, and you can revoke the consent at any time. Florin has not verified the identity of this third party.</p>${warningOf(asked.warning)}
    ${problemList(page.problems)}${form(
      page,
      html`<fieldset${invalid(page, 'accounts')}>
        <legend>It may see …</legend>${asked.accounts.map(
          (account, index) => html`
        <label class="scope">
          <input type="checkbox" name="account" value="${account.resourceId}"${index === 0 && html` id="accounts"`}${page.ticked.has(account.resourceId) && html` checked`}>
          <span>${account.name}: ${wordsOf(account)}<span class="name">${account.iban ?? account.resourceId}</span></span>
        </label>`,
        )}
      </fieldset>${
        asked.total > asked.accounts.length &&
        html`<p class="hint">These are ${asked.accounts.length} of your ${asked.total} accounts.</p>`
      }${buttons('Authorize')}${signedInAs(page.email)}`,
    )}`,
  )
}

const row = (label: string, value: string): Html => html`
        <dt class="soft">${label}</dt><dd>${value}</dd>`

export const paymentPage = (
  page: ApprovalPage & { readonly asked: PaymentAsked; readonly email: string },
): string => {
  const { payment, account_name, fee, warning } = page.asked
  const isFree = /^[0.]*$/.test(fee)
  return layout(
    'Authorize a payment',
    html`    <h1>Pay ${payment.amount} ${payment.currency}?</h1>
    <p><strong>${payment.tpp_name}</strong> asks for this payment from your account. Florin has not verified the
      identity of this third party.</p>${warningOf(warning)}
    ${problemList(page.problems)}${form(
      page,
      html`<dl>${row('Amount', `${payment.amount} ${payment.currency}`)}${
        isFree ? undefined : row('Fee', `${fee} ${payment.currency}`)
      }${row(
        'To',
        payment.creditor_name === null
          ? payment.creditor_iban
          : `${payment.creditor_name}, ${payment.creditor_iban}`,
      )}${row('From', payment.debtor_iban === null ? account_name : `${account_name}, ${payment.debtor_iban}`)}${
        payment.reference === null ? undefined : row('Reference', payment.reference)
      }
      </dl>
      <p class="hint">Names are as ${payment.tpp_name} wrote them; the money goes to the IBAN.</p>${buttons('Pay')}${signedInAs(page.email)}`,
    )}`,
  )
}

const DONE: Readonly<Record<Kind, { readonly approved: string; readonly denied: string }>> = {
  consents: {
    approved: 'The data is shared. You can revoke the consent at any time.',
    denied: 'Nothing is shared.',
  },
  payments: { approved: 'The payment is in progress.', denied: 'Nothing is paid.' },
}

export const donePage = (
  kind: Kind,
  { approved, redirect_uri }: { readonly approved: boolean; readonly redirect_uri: string | null },
): string => {
  const title = approved ? 'Authorized' : 'Rejected'
  return layout(
    title,
    html`    <h1>${title}</h1>
    <p>${DONE[kind][approved ? 'approved' : 'denied']} You are signed out on this page.</p>${
      redirect_uri !== null &&
      html`
    <p><a href="${redirect_uri}" rel="noreferrer">Continue to ${new URL(redirect_uri).host}</a></p>`
    }`,
  )
}

export const stoppedPage = (why: string): string =>
  layout(
    'Request failed',
    html`    <h1>The request failed</h1>
    <p class="problem" role="alert">${why}</p>
    <p>Nothing was shared or paid. Go back to the site that sent you here and start again.</p>`,
  )
