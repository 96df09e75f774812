import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { trackingLinkNameLength } from '../../../contract/limits.ts'
import type { TrackingLink } from '../../../contract/tracking-links.ts'
import { coinInput } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { fanListsQuery } from '../../queries/audience.ts'
import { useCreateTrackingLink, useUpdateTrackingLink } from '../../queries/tracking-links.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useClosed } from '../frame/use-closed.ts'

/** Name, cost and list of a link; without one it makes a new one. What a right closes is neither shown nor sent. */
export function EditLink({ link, onClose }: { link?: TrackingLink; onClose: () => void }) {
  const form = useId()
  const [isWrong, setWrong] = useState(false)
  const seesAmounts = useClosed('can_payment') === null
  const seesLists = useClosed('can_social') === null
  const make = useCreateTrackingLink()
  const change = useUpdateTrackingLink()
  const { isPending, error } = link === undefined ? make : change
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = new FormData(event.currentTarget)
    const text = (name: string) => String(written.get(name) ?? '').trim()
    const cost = text('cost') === '' ? 0 : parseCoins(text('cost'), { min: 0, max: 100_000_000 })
    setWrong(cost === null)
    if (cost === null || isPending) return
    const facts = {
      name: text('name'),
      ...(seesAmounts && { cost }),
      ...(seesLists && { list_id: text('list') || null }),
    }
    const onSuccess = () => {
      toast(link === undefined ? m.links_made() : m.links_saved(), { type: 'success' })
      onClose()
    }
    if (link === undefined) make.mutate(facts, { onSuccess })
    else change.mutate({ id: link.id, ...facts }, { onSuccess })
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={link === undefined ? m.links_make() : m.links_edit()}
      held={isPending}
      actions={
        <Button type="submit" form={form} variant="primary" busy={isPending}>
          {m.chat_save()}
        </Button>
      }
    >
      <form id={form} onSubmit={save} className="flex flex-col gap-4">
        <Field label={m.links_name()} hint={m.links_name_hint()}>
          <Input
            name="name"
            defaultValue={link?.name ?? ''}
            maxLength={trackingLinkNameLength}
            autoComplete="off"
            required
          />
        </Field>
        {seesAmounts && (
          <Field
            label={m.links_cost()}
            hint={m.links_cost_hint()}
            error={isWrong ? m.links_cost_wrong() : null}
            optional
          >
            <Input
              name="cost"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={link?.cost ? coinInput(link.cost) : ''}
              onInput={() => setWrong(false)}
            />
          </Field>
        )}
        {seesLists && <ListChoice link={link} />}
        {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
      </form>
    </Sheet>
  )
}

/** The lists that hold fans by name. */
function ListChoice({ link }: { link: TrackingLink | undefined }) {
  const { data: lists } = useQuery(fanListsQuery)
  if (lists === undefined) return <input type="hidden" name="list" value={link?.list_id ?? ''} />
  return (
    <Field label={m.links_list()} hint={m.links_list_hint()} optional>
      <Select name="list" defaultValue={link?.list_id ?? ''}>
        <option value="">{m.links_no_list()}</option>
        {lists
          .filter((it) => it.filter === null)
          .map((it) => (
            <option key={it.id} value={it.id}>
              {it.name}
            </option>
          ))}
      </Select>
    </Field>
  )
}
