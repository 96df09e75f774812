import { useState } from 'react'
import type { GrantPair } from '../../../contract/agency-shapes.ts'
import { flags } from '../../../contract/endpoint.ts'
import { dayOf, dayText, endOfDay } from '../../lib/dates.ts'
import { openFlags } from '../../lib/flag-labels.ts'
import { RefusalError } from '../../lib/refusal.ts'
import { shiftText } from '../../lib/shift-text.ts'
import { m } from '../../paraglide/messages.js'
import { usePutGrants } from '../../queries/agency-team.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { FlagSwitches } from './flag-switches.tsx'
import { nameOf } from './person.tsx'
import { firstWishes, type SeveralWishes, sharedCeiling } from './several-pairs.ts'
import { SeveralShifts } from './several-shifts.tsx'
import { draftProblem, toShift } from './shift-draft.ts'

type SeveralSheetProps = {
  agencyId: string
  chosen: readonly GrantPair[]
  onClose: () => void
  onDone: () => void
}

/** The same rights or shift for all that are chosen, beginning with what all of them have, asked for once more with what it does. */
export function SeveralSheet({ agencyId, chosen, onClose, onDone }: SeveralSheetProps) {
  const [wishes, setWishes] = useState(() => firstWishes(chosen))
  const [isConfirming, setIsConfirming] = useState(false)
  const put = usePutGrants()
  const save = () =>
    put.mutate(
      {
        id: agencyId,
        member_ids: [...new Set(chosen.map((it) => it.member.id))],
        creator_ids: [...new Set(chosen.map((it) => it.creator.id))],
        ...(!wishes.keepsRights && {
          permissions: wishes.permissions,
          until: wishes.until ? endOfDay(wishes.until) : null,
        }),
        ...(wishes.shift !== 'keep' && { shift: toShift(wishes.shift) }),
      },
      {
        onSuccess: () => {
          toast(m.agencies_several_done(), { type: 'success' })
          onDone()
        },
      },
    )
  if (isConfirming)
    return (
      <ConfirmSheet
        open
        onClose={() => setIsConfirming(false)}
        title={m.agencies_several_set()}
        confirm={m.agencies_several_set()}
        onConfirm={save}
        busy={put.isPending}
        error={put.error}
        danger={false}
      >
        {consequenceOf(chosen, wishes)}
        <EndedNames error={put.error} chosen={chosen} />
      </ConfirmSheet>
    )
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.agencies_several()}
      actions={
        <Button variant="primary" disabledReason={problemOf(wishes)} onClick={() => setIsConfirming(true)}>
          {m.agencies_several_set()}
        </Button>
      }
    >
      <SeveralRights chosen={chosen} wishes={wishes} onChange={setWishes} />
      <SeveralShifts shift={wishes.shift} onChange={(shift) => setWishes({ ...wishes, shift })} />
    </Sheet>
  )
}

type PartProps = Pick<SeveralSheetProps, 'chosen'> & {
  wishes: SeveralWishes
  onChange: (wishes: SeveralWishes) => void
}

/** Flags and end, which can be left as they are where all that are chosen have some. */
function SeveralRights({ chosen, wishes, onChange }: PartProps) {
  return (
    <>
      {chosen.every((it) => it.grant !== null) && (
        <Switch
          label={m.agencies_several_keep()}
          hint={m.agencies_several_keep_hint()}
          checked={wishes.keepsRights}
          onChange={(keepsRights) => onChange({ ...wishes, keepsRights })}
        />
      )}
      {!wishes.keepsRights && (
        <>
          <FlagSwitches
            value={wishes.permissions}
            onChange={(permissions) => onChange({ ...wishes, permissions })}
            ceiling={sharedCeiling(chosen)}
          />
          <Field label={m.agencies_until_label()} optional hint={m.agencies_until_hint()} className="mt-4">
            <Input
              type="date"
              value={wishes.until}
              min={dayOf(new Date().toISOString())}
              onChange={({ target }) => onChange({ ...wishes, until: target.value })}
            />
          </Field>
        </>
      )}
    </>
  )
}

function problemOf({ keepsRights, permissions, shift }: SeveralWishes): string | null {
  if (keepsRights && shift === 'keep') return m.agencies_several_nothing()
  if (!keepsRights && flags.every((flag) => !permissions[flag])) return m.agencies_several_none()
  return shift === 'keep' ? null : draftProblem(shift)
}

/** Who may do what as whom until when, and in which shifts. */
function consequenceOf(chosen: readonly GrantPair[], wishes: SeveralWishes): string {
  const [first] = chosen
  if (first === undefined) return ''
  const wanted = wishes.shift === 'keep' ? undefined : toShift(wishes.shift)
  const shift = wanted === undefined ? null : wanted === null ? m.agencies_shift_always() : shiftText(wanted)
  const count = chosen.length
  if (wishes.keepsRights) return m.agencies_several_only_shifts({ count, shift: shift ?? '' })
  const until = wishes.until
    ? m.agencies_until({ date: dayText(endOfDay(wishes.until)) })
    : m.agencies_several_endless()
  const facts = { count, until, rights: openFlags(wishes.permissions).join(', ') }
  const isOneCreator = chosen.every((it) => it.creator.id === first.creator.id)
  const rights = isOneCreator
    ? m.agencies_several_members({ ...facts, creator: nameOf(first.creator.user) })
    : m.agencies_several_creators({ ...facts, member: nameOf(first.member.user) })
  return shift === null ? rights : `${rights} ${m.agencies_several_shift({ shift })}`
}

/** Whose access a creator has ended, where that is why nothing was changed. */
function EndedNames({ error, chosen }: { error: unknown; chosen: readonly GrantPair[] }) {
  if (!(error instanceof RefusalError) || error.code !== 'consent_required') return null
  const { member_ids = [], creator_ids = [] } = error.facts.fields ?? {}
  const names = chosen
    .filter((it) => member_ids.includes(it.member.id) && creator_ids.includes(it.creator.id))
    .map((it) => m.agencies_rights_of({ member: nameOf(it.member.user), creator: nameOf(it.creator.user) }))
  return (
    <span className="mt-3 block font-semibold text-ink">{m.agencies_several_ended({ names: names.join(', ') })}</span>
  )
}
