// Forms: errors are shown at the field that they are about, the others above the buttons. A form that is being sent
// cannot be sent again.
import {
  createContext,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react'
import { ApiError } from '../../../sdk/client/errors.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Problem } from './state.tsx'

export type Values = Readonly<Record<string, string>>

const Refused = createContext<Readonly<Record<string, readonly string[]>>>({})

interface FormProps {
  readonly onSubmit: (values: Values) => Promise<unknown>
  readonly submit: ReactNode
  /** Beside the button that sends. */
  readonly other?: ReactNode
  readonly look?: 'main' | 'danger'
  readonly isWide?: boolean
  readonly className?: string
  readonly children?: ReactNode
}

export function Form({
  onSubmit,
  submit,
  other,
  look = 'main',
  isWide,
  className,
  children,
}: FormProps) {
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isSending) return
    const values = valuesOf(event.currentTarget)
    setSending(true)
    setError(null)
    try {
      await onSubmit(values)
    } catch (problem) {
      setError(problem)
    } finally {
      setSending(false)
    }
  }
  const fields = error instanceof ApiError ? (error.errors ?? {}) : {}
  return (
    <form onSubmit={(event) => void send(event)} className={classes('grid gap-4', className)}>
      <Refused value={fields}>{children}</Refused>
      {error !== null && <Problem error={error} />}
      <div className={classes('flex flex-wrap gap-2', isWide === true && 'grid')}>
        <Button type="submit" look={look} isWaiting={isSending}>
          {submit}
        </Button>
        {/* A request in progress cannot be withdrawn. */}
        <fieldset disabled={isSending} className="contents">
          {other}
        </fieldset>
      </div>
    </form>
  )
}

/** Without blanks around them, except passwords: there a blank is a character like any other. */
const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => {
      const input = form.elements.namedItem(name)
      const isExact = input instanceof HTMLInputElement && input.type === 'password'
      const text = typeof value === 'string' ? value : ''
      return [name, isExact ? text : text.trim()]
    }),
  )

interface FieldProps {
  readonly label: string
  readonly name: string
  readonly hint?: ReactNode
  readonly children: (props: {
    id: string
    name: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** A label, what belongs in the field, and what is wrong with it. */
export function Field({ label, name, hint, children }: FieldProps) {
  const id = useId()
  const problems = useContext(Refused)[name] ?? []
  const isWrong = problems.length > 0
  const describedBy = isWrong || hint !== undefined ? `${id}-about` : undefined
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, name, 'aria-invalid': isWrong, 'aria-describedby': describedBy })}
      {describedBy !== undefined && (
        <p id={describedBy} className={classes('text-sm', isWrong ? 'text-bad' : 'text-soft')}>
          {isWrong ? problems.join(' ') : hint}
        </p>
      )}
    </div>
  )
}

export const box =
  'h-10 w-full min-w-0 rounded-lg border border-edge bg-card px-3 text-ink placeholder:text-soft/80 aria-invalid:border-bad'

interface InputProps extends ComponentProps<'input'> {
  readonly label: string
  readonly name: string
  readonly hint?: ReactNode
}

export function Input({ label, name, hint, className, ...rest }: InputProps) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(props) => <input {...rest} {...props} className={classes(box, className)} />}
    </Field>
  )
}

interface AmountProps extends InputProps {
  /** Shown in the field, behind the amount. */
  readonly code?: string
}

/** Amounts are typed as text, so that no browser rounds them. */
export function AmountInput({ code, label, name, hint, ...rest }: AmountProps) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(props) => (
        <div className="relative">
          <input
            {...rest}
            {...props}
            inputMode="decimal"
            autoComplete="off"
            pattern="\d+([.]\d+)?"
            title="A number such as 12.50"
            className={classes(box, 'figures text-right', code !== undefined && 'pr-16')}
          />
          {code !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-sm text-soft">
              {code}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

interface SelectProps extends ComponentProps<'select'> {
  readonly label: string
  readonly name: string
  readonly hint?: ReactNode
}

export function Select({ label, name, hint, className, children, ...rest }: SelectProps) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(props) => (
        <select {...rest} {...props} className={classes(box, 'pr-8', className)}>
          {children}
        </select>
      )}
    </Field>
  )
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly name: string
  readonly hint?: ReactNode
}

export function TextArea({ label, name, hint, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} name={name} hint={hint}>
      {(props) => (
        <textarea {...rest} {...props} className={classes(box, 'h-auto py-2', className)} />
      )}
    </Field>
  )
}

/** Checkboxes; each is submitted as `name.value`, and `chosenOf` collects them. */
export function Checks({
  label,
  name,
  choices,
  chosen = [],
  hint,
}: {
  readonly label: string
  readonly name: string
  readonly choices: Readonly<Record<string, string>>
  readonly chosen?: readonly string[]
  readonly hint?: ReactNode
}) {
  const problems = useContext(Refused)[name] ?? []
  return (
    <fieldset className="grid min-w-0 content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {Object.entries(choices).map(([value, word]) => (
          <label key={value} className="flex min-w-0 items-start gap-2">
            <input
              type="checkbox"
              name={`${name}.${value}`}
              defaultChecked={chosen.includes(value)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 break-words">{word}</span>
          </label>
        ))}
      </div>
      {problems.length > 0 && <p className="text-sm text-bad">{problems.join(' ')}</p>}
      {hint !== undefined && problems.length === 0 && <p className="text-sm text-soft">{hint}</p>}
    </fieldset>
  )
}

export const chosenOf = (values: Values, name: string): string[] =>
  Object.keys(values)
    .filter((key) => key.startsWith(`${name}.`))
    .map((key) => key.slice(name.length + 1))

/** One per line or separated by commas, without what is empty. */
export const listOf = (text = ''): string[] =>
  text
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
