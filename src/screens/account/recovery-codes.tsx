import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'

/** Ten codes that are shown once: each lets in once when the phone is lost. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const copy = () => copyText(codes.join('\n'), m.ui_copied(), m.account_codes_not_copied())
  return (
    <div className="flex flex-col gap-4 rounded-control border border-hairline bg-sunken p-4">
      <p className="font-medium">{m.account_codes_text()}</p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-sm tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Icon name="copy" className="size-4" />
          {m.account_codes_copy()}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {m.account_codes_saved()}
        </Button>
      </div>
    </div>
  )
}
