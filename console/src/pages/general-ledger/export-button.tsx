// Downloads a report as a file, and says why it could not.
import { useState } from 'react'
import { download } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { icon } from '../../design/icons.tsx'
import { Problem } from '../../design/state.tsx'

const FileDown = icon('file-down')

interface ExportProps {
  readonly path: string
  readonly wanted: Readonly<Record<string, string>>
  readonly name: string
}

export function ExportButton({ path, wanted, name }: ExportProps) {
  const [error, setError] = useState<unknown>(null)
  const query = new URLSearchParams({ ...wanted, format: 'csv' })
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        look="plain"
        size="small"
        onClick={() => {
          setError(null)
          download(`${path}?${query}`, `${name}.csv`).catch(setError)
        }}
      >
        <FileDown aria-hidden />
        CSV
      </Button>
      {error !== null && <Problem error={error} />}
    </div>
  )
}
