import { type ReactNode, useState } from 'react'
import type { FanList } from '../../../contract/audience.ts'
import { fromFilter } from '../../lib/audience-filter.ts'
import type { AudienceSearch } from '../../lib/audience-search.ts'
import { m } from '../../paraglide/messages.js'
import { useCreateFanList, useRemoveFanList, useUpdateFanList } from '../../queries/audience.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NameSheet } from './name-sheet.tsx'

type FanListsProps = {
  lists: readonly FanList[]
  search: AudienceSearch
  onChange: (search: AudienceSearch) => void
}

/** All fans, and the lists; beside the table where there is room, else in a row above it. */
export function FanLists({ lists, search, onChange }: FanListsProps) {
  const chosen = lists.find((it) => it.id === (search.smart ?? search.list))
  const choose = (list: FanList | null) => {
    if (list === null) return onChange({})
    if (list.filter === null) return onChange({ list: list.id })
    if (!list.is_closed) onChange({ ...fromFilter(list.filter), smart: list.id })
  }
  const isAll = Object.keys(search).every((it) => it === 'sort')
  return (
    <section aria-label={m.audience_lists()} className="shrink-0 max-lg:border-hairline max-lg:border-b lg:w-60">
      <ul className="no-scrollbar flex gap-1 overflow-x-auto px-4 py-2 lg:sticky lg:top-(--bar) lg:flex-col lg:px-3 lg:py-4">
        <Row isHere={isAll} icon="users" onClick={() => choose(null)}>
          {m.audience_all()}
        </Row>
        {lists.map((list) => (
          <Row
            key={list.id}
            isHere={chosen?.id === list.id}
            icon={list.filter === null ? 'list' : 'funnel'}
            closed={list.is_closed ? m.refusal_permission_denied() : null}
            onClick={() => choose(list)}
          >
            <bdi>{list.name}</bdi>
            {list.filter !== null && <span className="sr-only"> ({m.audience_smart()})</span>}
          </Row>
        ))}
        <li className="flex shrink-0 gap-1 lg:mt-2 lg:flex-col">
          <NewList onMade={(list) => onChange({ list: list.id })} />
          {chosen && <ListActions key={chosen.id} list={chosen} onRemoved={() => onChange({})} />}
        </li>
      </ul>
    </section>
  )
}

type RowProps = {
  isHere: boolean
  icon: 'users' | 'list' | 'funnel'
  closed?: string | null
  onClick: () => void
  children: ReactNode
}

function Row({ isHere, icon, closed = null, onClick, children }: RowProps) {
  return (
    <li className="shrink-0">
      <Button
        variant="ghost"
        wide
        disabledReason={closed}
        aria-pressed={isHere}
        onClick={onClick}
        className="justify-start aria-pressed:bg-sunken aria-pressed:font-bold"
      >
        <Icon name={icon} className="size-5 shrink-0 text-ink-soft" />
        <span className="max-w-48 truncate lg:max-w-36">{children}</span>
      </Button>
    </li>
  )
}

function NewList({ onMade }: { onMade: (list: FanList) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error } = useCreateFanList()
  return (
    <>
      <Button variant="ghost" onClick={() => setIsOpen(true)} className="justify-start">
        <Icon name="plus" className="size-5" />
        {m.audience_new_list()}
      </Button>
      {isOpen && (
        <NameSheet
          title={m.audience_new_list()}
          hint={m.audience_new_list_hint()}
          busy={isPending}
          error={error}
          onClose={() => setIsOpen(false)}
          onSave={(name) =>
            mutate(
              { name },
              {
                onSuccess: (list) => {
                  setIsOpen(false)
                  onMade(list)
                },
              },
            )
          }
        />
      )}
    </>
  )
}

/** Renames the chosen list, or deletes it after a question. */
function ListActions({ list, onRemoved }: { list: FanList; onRemoved: () => void }) {
  const [sheet, setSheet] = useState<'rename' | 'remove' | null>(null)
  const update = useUpdateFanList()
  const remove = useRemoveFanList()
  const close = () => setSheet(null)
  return (
    <>
      <Button variant="ghost" onClick={() => setSheet('rename')} className="justify-start">
        <Icon name="pencil" className="size-5" />
        {m.audience_rename()}
      </Button>
      <Button variant="ghost" onClick={() => setSheet('remove')} className="justify-start">
        <Icon name="trash" className="size-5" />
        {m.audience_delete_list()}
      </Button>
      {sheet === 'rename' && (
        <NameSheet
          title={m.audience_rename()}
          name={list.name}
          busy={update.isPending}
          error={update.error}
          onClose={close}
          onSave={(name) => update.mutate({ id: list.id, name }, { onSuccess: close })}
        />
      )}
      <ConfirmSheet
        open={sheet === 'remove'}
        onClose={close}
        title={m.audience_delete_title({ name: list.name })}
        confirm={m.audience_delete_list()}
        cancel={m.ui_keep()}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(list.id, { onSuccess: onRemoved })}
      >
        {m.audience_delete_text()}
      </ConfirmSheet>
    </>
  )
}
