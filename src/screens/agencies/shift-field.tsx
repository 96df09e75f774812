import { m } from '../../paraglide/messages.js'
import { Switch } from '../../ui/switch.tsx'
import { deviceZone, type ShiftDraft, usualDraft } from './shift-draft.ts'
import { ShiftEditor } from './shift-editor.tsx'

type ShiftFieldProps = { draft: ShiftDraft; onChange: (draft: ShiftDraft) => void }

/** Whether a grant holds always or in weekly windows, and which. */
export function ShiftField({ draft, onChange }: ShiftFieldProps) {
  return (
    <div className="mt-4 border-hairline border-t pt-2">
      <Switch
        label={m.agencies_shift_only()}
        hint={m.agencies_shift_hint()}
        checked={draft !== null}
        onChange={(isOn) => onChange(isOn ? usualDraft(deviceZone()) : null)}
      />
      {draft !== null && <ShiftEditor draft={draft} onChange={onChange} />}
    </div>
  )
}
