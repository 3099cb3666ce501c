// Every operation is asked the same questions by the tests in test/contract. An operation that may answer one of them
// differently states the reason here, beside its declaration; a reason that is not needed fails the test as well.
// `api/exceptions.json` lists all of them for reviewers.

export interface Exemptions {
  /** Why it pays without asking the guards of transfers. */
  readonly guards?: string
  /** Why it takes money from an owner who owes the bank. */
  readonly debt?: string
  /** Why it answers a customer of another tenant who sends what the owner sent. */
  readonly tenants?: string
  /** Why its list is the same in the sandbox and live. */
  readonly environments?: string
  /** Why its list comes whole instead of in pages. */
  readonly pages?: string
  /** Why an array of its output is longer than a page: one reason for all, or the path of each array → its reason. */
  readonly length?: string | Readonly<Record<string, string>>
  /** Why the audit trail does not compare what it changed, though operators do it or it gives access. */
  readonly subject?: string
  /** Names in its input that are not the display name of a user, business or agent: the path → what it names. */
  readonly names?: Readonly<Record<string, string>>
}
