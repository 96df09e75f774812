import { useState } from 'react'
import type { GrantPair } from '../../../contract/agency-shapes.ts'
import { flags } from '../../../contract/endpoint.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { dayOf, dayText, endOfDay } from '../../lib/dates.ts'
import { openFlags } from '../../lib/flag-labels.ts'
import { RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { usePutGrants } from '../../queries/agency-team.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { FlagSwitches } from './flag-switches.tsx'
import { nameOf } from './person.tsx'
import { sharedCeiling, sharedRights } from './several-pairs.ts'

type SeveralSheetProps = {
  agencyId: string
  chosen: readonly GrantPair[]
  onClose: () => void
  onDone: () => void
}

/** The same rights for all that are chosen, beginning with those that all of them have, asked for once more with what it does. */
export function SeveralSheet({ agencyId, chosen, onClose, onDone }: SeveralSheetProps) {
  const ceiling = sharedCeiling(chosen)
  const [permissions, setPermissions] = useState<Permissions>(() => sharedRights(chosen))
  const [until, setUntil] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  const put = usePutGrants()
  const save = () =>
    put.mutate(
      {
        id: agencyId,
        member_ids: [...new Set(chosen.map((it) => it.member.id))],
        creator_ids: [...new Set(chosen.map((it) => it.creator.id))],
        permissions,
        until: until ? endOfDay(until) : null,
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
        {consequenceOf(chosen, openFlags(permissions), until)}
        <EndedNames error={put.error} chosen={chosen} />
      </ConfirmSheet>
    )
  const isNone = flags.every((flag) => !permissions[flag])
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.agencies_several()}
      actions={
        <Button
          variant="primary"
          disabledReason={isNone ? m.agencies_several_none() : null}
          onClick={() => setIsConfirming(true)}
        >
          {m.agencies_several_set()}
        </Button>
      }
    >
      <FlagSwitches value={permissions} onChange={setPermissions} ceiling={ceiling} />
      <Field label={m.agencies_until_label()} optional hint={m.agencies_until_hint()} className="mt-4">
        <Input
          type="date"
          value={until}
          min={dayOf(new Date().toISOString())}
          onChange={(event) => setUntil(event.target.value)}
        />
      </Field>
    </Sheet>
  )
}

/** Who may do what as whom until when, in one sentence. */
function consequenceOf(chosen: readonly GrantPair[], opened: string[], day: string): string {
  const [first] = chosen
  if (first === undefined) return ''
  const until = day ? m.agencies_until({ date: dayText(endOfDay(day)) }) : m.agencies_several_endless()
  const rights = opened.join(', ')
  const isOneCreator = chosen.every((it) => it.creator.id === first.creator.id)
  return isOneCreator
    ? m.agencies_several_members({ count: chosen.length, creator: nameOf(first.creator.user), until, rights })
    : m.agencies_several_creators({ count: chosen.length, member: nameOf(first.member.user), until, rights })
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
