import { useState } from 'react'
import { errorMessage } from '../../lib/refusal.ts'
import { saveAnswer } from '../../lib/save-answer.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

type DownloadCsvProps = {
  /** The path of the export, and its filter: all that is shown, as a file for a spreadsheet. */
  path: string
  filter: Readonly<Record<string, unknown>>
  /** What the file is called where the answer does not say so. */
  file: string
  label: string
}

export function DownloadCsv({ path, filter, file, label }: DownloadCsvProps) {
  const [isBusy, setBusy] = useState(false)
  const download = () => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(filter))
      for (const one of [value].flat()) if (one !== undefined) query.append(name, String(one))
    setBusy(true)
    saveAnswer(`${path}?${query}`, file)
      .catch((error) => toast(errorMessage(error), { type: 'error' }))
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="ghost" busy={isBusy} onClick={download} aria-label={label}>
      <Icon name="download" className="size-5" />
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  )
}
