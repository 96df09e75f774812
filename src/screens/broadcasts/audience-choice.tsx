import { useQuery } from '@tanstack/react-query'
import { m } from '../../paraglide/messages.js'
import { fanListsQuery } from '../../queries/audience.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { type Audience, audienceLabels, audienceName } from './labels.ts'
import type { Written } from './use-broadcast-draft.ts'

type AudienceChoiceProps = {
  offered: readonly Audience[]
  written: Written
  onChange: (part: Partial<Written>) => void
}

/** Whom: one of the audiences, a list, or the fans with whom the draft was begun elsewhere. */
export function AudienceChoice({ offered, written, onChange }: AudienceChoiceProps) {
  const { data: lists = [] } = useQuery(fanListsQuery)
  const { audience, list_id } = written
  const isList = audience === 'list'
  const hasGone = isList && !lists.some((it) => it.id === list_id)
  const choose = (value: string) => {
    const list = lists.find((it) => it.id === value)
    if (list) return onChange({ audience: 'list', list_id: list.id })
    const named = offered.find((it) => it === value)
    if (named) onChange({ audience: named, list_id: null, choice: null, again_of: null })
  }
  return (
    <Field label={m.broadcasts_audience()}>
      <Select value={isList ? (list_id ?? '') : audience} onChange={(event) => choose(event.target.value)}>
        {offered.map((option) => (
          <option key={option} value={option}>
            {audienceLabels[option]()}
          </option>
        ))}
        {(audience === 'chosen' || audience === 'unopened') && (
          <option value={audience}>{audienceName({ audience, list_name: null })}</option>
        )}
        {(lists.length > 0 || hasGone) && (
          <optgroup label={m.broadcasts_list_group()}>
            {hasGone && <option value={list_id ?? ''}>{m.broadcasts_list_gone()}</option>}
            {lists.map((list) => (
              <option key={list.id} value={list.id} disabled={list.is_closed}>
                {list.name}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
    </Field>
  )
}
