import { useState } from 'react'
import type { GrantPair } from '../../../contract/agency-shapes.ts'
import { flags } from '../../../contract/endpoint.ts'
import type { Permissions } from '../../../contract/profile.ts'
import { dayOf, endOfDay } from '../../lib/dates.ts'
import { noFlags } from '../../lib/flag-labels.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { usePutGrant, useRemoveGrant } from '../../queries/agencies.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { FlagSwitches } from './flag-switches.tsx'
import { nameOf } from './person.tsx'
import { draftProblem, toDraft, toShift } from './shift-draft.ts'
import { ShiftField } from './shift-field.tsx'

type GrantSheetProps = {
  agencyId: string
  pair: GrantPair
  onClose: () => void
}

/** The six flags of one member as one creator, with an end date and weekly windows. What is taken away is gone at once. */
export function GrantSheet({ agencyId, pair: { member, creator, grant: before }, onClose }: GrantSheetProps) {
  const [permissions, setPermissions] = useState(() => before?.permissions ?? within(noFlags, creator.ceiling))
  const [until, setUntil] = useState(before?.until ? dayOf(before.until) : '')
  const [shift, setShift] = useState(() => toDraft(before?.shift ?? null))
  const [isEnding, setIsEnding] = useState(false)
  const put = usePutGrant()
  const remove = useRemoveGrant()
  const place = { id: agencyId, memberId: member.id, creatorId: creator.id }
  const save = () =>
    put.mutate(
      { ...place, permissions, until: until ? endOfDay(until) : null, shift: toShift(shift) },
      { onSuccess: onClose },
    )
  if (isEnding)
    return (
      <ConfirmSheet
        open
        onClose={() => setIsEnding(false)}
        title={m.agencies_end_access()}
        confirm={m.agencies_end_access()}
        onConfirm={() => remove.mutate(place, { onSuccess: onClose })}
        busy={remove.isPending}
        error={remove.error}
      >
        {m.agencies_end_access_text({ member: nameOf(member.user), creator: nameOf(creator.user) })}
      </ConfirmSheet>
    )
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.agencies_rights_of({ member: nameOf(member.user), creator: nameOf(creator.user) })}
      held={put.isPending}
      actions={
        <>
          {before && (
            <Button variant="danger" onClick={() => setIsEnding(true)}>
              {m.agencies_end_access()}
            </Button>
          )}
          <Button variant="primary" busy={put.isPending} disabledReason={draftProblem(shift)} onClick={save}>
            {m.agencies_save()}
          </Button>
        </>
      }
    >
      <FlagSwitches value={permissions} onChange={setPermissions} ceiling={creator.ceiling} />
      <Field label={m.agencies_until_label()} optional hint={m.agencies_until_hint()} className="mt-4">
        <Input
          type="date"
          value={until}
          min={dayOf(new Date().toISOString())}
          onChange={(event) => setUntil(event.target.value)}
        />
      </Field>
      <ShiftField draft={shift} onChange={setShift} />
      {put.error && <ErrorLine className="mt-4">{errorMessage(put.error)}</ErrorLine>}
    </Sheet>
  )
}

const within = (permissions: Permissions, ceiling: Permissions): Permissions =>
  Object.fromEntries(flags.map((flag) => [flag, permissions[flag] && ceiling[flag]])) as Permissions
