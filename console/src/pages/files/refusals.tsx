// Why a whole file was rejected, line by line.
import type { ApiError } from '../../../../sdk/client/errors.ts'

interface Problem {
  readonly line: number
  readonly sentence: string
}

export function Refusals({ error }: { readonly error: ApiError }) {
  const problems = problemsOf(error.details)
  if (problems.length === 0) return null
  return (
    <section className="rise mt-5 border-t border-line pt-4">
      <h3 className="mb-2 font-medium">Errors</h3>
      <ul aria-label="Errors" className="grid gap-1.5">
        {problems.map(({ line, sentence }) => (
          <li key={`${line} ${sentence}`} className="flex gap-3">
            <span className="figures w-16 shrink-0 text-soft">{line > 0 && `Line ${line}`}</span>
            <span className="min-w-0 break-words text-bad">{sentence}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The endpoints of both kinds of file list `problems`; one says `message`, the other `reason`. */
function problemsOf(details: unknown): readonly Problem[] {
  const { problems } = (details ?? {}) as { problems?: unknown }
  if (!Array.isArray(problems)) return []
  return problems.map((problem) => {
    const {
      line = 0,
      path,
      field,
      message,
      reason,
    } = problem as Record<string, string> & {
      line?: number
    }
    const place = path ?? field
    return {
      line,
      sentence: `${place === undefined || place === null ? '' : `${place}: `}${message ?? reason ?? ''}`,
    }
  })
}
