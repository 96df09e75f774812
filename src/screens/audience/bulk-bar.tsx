import { useState } from 'react'
import type { FanList } from '../../../contract/audience.ts'
import type { AudienceFilter } from '../../../contract/audience-filter.ts'
import { fansPerChoice } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { useChangeFans } from '../../queries/audience.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { MessageFans } from './message-fans.tsx'
import { choiceOf, countOf, everybody, noFans, type Selection } from './selection.ts'

type BulkBarProps = {
  selection: Selection
  filter: AudienceFilter
  /** How many fans the filter matches; null where only chosen ones are meant. */
  count: number | null
  lists: readonly FanList[]
  onSelect: (selection: Selection) => void
}

/** What can be done with the chosen fans, all of them at once. */
export function BulkBar({ selection, filter, count, lists, onSelect }: BulkBarProps) {
  const [act, setAct] = useState<'add' | 'remove' | null>(null)
  const own = lists.filter((it) => it.filter === null)
  const { change, isPending } = useChange(selection, filter, () => {
    setAct(null)
    onSelect(noFans)
  })
  const tooMany = selection.ids.size > fansPerChoice ? m.audience_too_many() : null
  const noList = own.length === 0 ? m.audience_no_lists() : null
  return (
    <div
      role="toolbar"
      aria-label={m.audience_selection()}
      className="sticky bottom-(--tabs) z-10 flex flex-wrap items-center gap-2 border-hairline border-t bg-raised px-4 py-2 md:bottom-0 sm:px-6"
    >
      <Button variant="ghost" size="icon" aria-label={m.vault_select_end()} onClick={() => onSelect(noFans)}>
        <Icon name="x" className="size-5" />
      </Button>
      <p role="status" className="mr-auto font-semibold tabular-nums">
        {m.audience_selected({ count: countOf(selection, count ?? 0) })}
      </p>
      {!selection.all && count !== null && (
        <Button onClick={() => onSelect(everybody)}>{m.audience_select_all({ count })}</Button>
      )}
      <Button disabledReason={tooMany ?? noList} onClick={() => setAct('add')}>
        <Icon name="plus" className="size-5" />
        {m.audience_add()}
      </Button>
      <Button disabledReason={tooMany ?? noList} onClick={() => setAct('remove')}>
        <Icon name="minus" className="size-5" />
        {m.audience_remove()}
      </Button>
      <MessageFans selection={selection} filter={filter} />
      {act && (
        <Sheet open onOpenChange={() => setAct(null)} title={act === 'add' ? m.audience_add() : m.audience_remove()}>
          <ul className="flex flex-col gap-2">
            {own.map((list) => (
              <li key={list.id}>
                <Button wide busy={isPending} className="justify-start" onClick={() => change(act, list)}>
                  <bdi className="truncate">{list.name}</bdi>
                </Button>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </div>
  )
}

/** Changes the list; what was added one by one can be taken back, since it is known who that was. */
function useChange(selection: Selection, filter: AudienceFilter, onDone: () => void) {
  const { mutate, mutateAsync, isPending } = useChangeFans()
  const change = (act: 'add' | 'remove', list: FanList) => {
    const choice = choiceOf(selection, filter)
    mutate(
      { choice, act, list_id: list.id },
      {
        onSuccess: ({ changed }) => {
          onDone()
          const say = act === 'add' ? m.audience_added : m.audience_removed
          const text = say({ count: changed, name: list.name })
          const isExact = 'ids' in choice && changed === selection.ids.size
          if (!isExact) return toast(text, { type: 'success' })
          const back = act === 'add' ? 'remove' : 'add'
          toastWithUndo(text, () => mutateAsync({ choice, act: back, list_id: list.id }).catch(() => undefined))
        },
      },
    )
  }
  return { change, isPending }
}
