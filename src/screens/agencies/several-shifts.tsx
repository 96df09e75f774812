import { m } from '../../paraglide/messages.js'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { SeveralWishes } from './several-pairs.ts'
import { deviceZone, usualDraft } from './shift-draft.ts'
import { ShiftEditor } from './shift-editor.tsx'

type SeveralShiftsProps = { shift: SeveralWishes['shift']; onChange: (shift: SeveralWishes['shift']) => void }

/** The shift of several grants: each as it is, none for any, or the same for all. */
export function SeveralShifts({ shift, onChange }: SeveralShiftsProps) {
  const choice = shift === 'keep' ? 'keep' : shift === null ? 'always' : 'weekly'
  const choose = (value: string) =>
    onChange(value === 'keep' ? 'keep' : value === 'always' ? null : usualDraft(deviceZone()))
  return (
    <div className="mt-4 flex flex-col gap-2 border-hairline border-t pt-4">
      <Field label={m.agencies_several_shifts()} hint={m.agencies_shift_hint()}>
        <Select value={choice} onChange={({ target }) => choose(target.value)}>
          <option value="keep">{m.agencies_several_shifts_keep()}</option>
          <option value="always">{m.agencies_shift_always()}</option>
          <option value="weekly">{m.agencies_several_weekly()}</option>
        </Select>
      </Field>
      {shift !== 'keep' && shift !== null && <ShiftEditor draft={shift} onChange={onChange} />}
    </div>
  )
}
