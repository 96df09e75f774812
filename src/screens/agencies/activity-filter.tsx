import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import type { ActivityFilter } from '../../queries/agencies.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { areaLabel, areas } from './audit-labels.ts'
import { nameOf } from './person.tsx'

type FilterProps = {
  value: ActivityFilter
  onChange: (value: ActivityFilter) => void
  actors: readonly User[]
  subjects?: readonly User[]
}

/** Narrows the log: by who, in whose name, and what. */
export function ActivityFilterBar({ value, onChange, actors, subjects = [] }: FilterProps) {
  return (
    <div className="grid grid-cols-2 gap-3 max-[22rem]:grid-cols-1 border-hairline border-b px-4 py-3 sm:grid-cols-3 sm:px-6">
      <Choice
        label={m.agencies_operator()}
        people={actors}
        value={value.actor}
        onChange={(actor) => onChange({ ...value, actor })}
      />
      {subjects.length > 0 && (
        <Choice
          label={m.agencies_creator()}
          people={subjects}
          value={value.subject}
          onChange={(subject) => onChange({ ...value, subject })}
        />
      )}
      <Field label={m.agencies_what()}>
        <Select
          value={value.area ?? ''}
          onChange={(event) => onChange({ ...value, area: event.target.value || undefined })}
        >
          <option value="">{m.agencies_everything()}</option>
          {areas.map((area) => (
            <option key={area} value={area}>
              {areaLabel(area)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

type ChoiceProps = {
  label: string
  people: readonly User[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}

function Choice({ label, people, value, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{m.agencies_everybody()}</option>
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {nameOf(person)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
