import { type FormEvent, useState } from 'react'
import {
  type CreatorLanguage,
  creatorCategories,
  creatorLanguages,
  languagesPerCreator,
  tagsPerCreator,
} from '../../../contract/categories.ts'
import type { Profile } from '../../../contract/profile.ts'
import { languageName } from '../../lib/language-name.ts'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useUpdateProfile } from '../../queries/session.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { FormError } from '../auth/auth-layout.tsx'
import { categoryName } from '../search/category-name.ts'

/** What a creator is found by, and whether others see when they were last here. */
export function EditTopics({ viewer }: { viewer: Profile }) {
  const { mutate, isPending, error } = useUpdateProfile()
  const [category, setCategory] = useState<string>(viewer.category ?? '')
  const [tags, setTags] = useState(viewer.tags.map((it) => `#${it}`).join(' '))
  const [languages, setLanguages] = useState<readonly CreatorLanguage[]>(viewer.languages)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const change = {
      category: creatorCategories.find((it) => it === category) ?? null,
      tags: tagsIn(tags),
      languages: [...languages],
    }
    mutate(change, { onSuccess: () => void toast(m.profile_saved(), { type: 'success' }) })
  }
  return (
    <section aria-labelledby="topics" className="mt-8">
      <h2 id="topics" className="font-bold text-lg">
        {m.topics_title()}
      </h2>
      <form onSubmit={send} className="mt-4 flex flex-col gap-5">
        {error && <FormError>{fieldError(error) ?? errorMessage(error)}</FormError>}
        <Field label={m.search_filter_category()} optional>
          <Select value={category} onChange={(event) => setCategory(event.target.value)}>
            <option value="">{m.topics_no_category()}</option>
            {creatorCategories.map((it) => (
              <option key={it} value={it}>
                {categoryName(it)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={m.topics_tags()} hint={m.topics_tags_hint({ count: tagsPerCreator })} optional>
          <Input value={tags} onChange={(event) => setTags(event.target.value)} maxLength={170} autoCapitalize="none" />
        </Field>
        <Languages chosen={languages} onChange={setLanguages} />
        <Button type="submit" variant="primary" wide busy={isPending}>
          {m.profile_save()}
        </Button>
      </form>
      <div className="mt-6">
        <Switch
          label={m.topics_show_last_seen()}
          checked={viewer.show_last_seen}
          onChange={(show_last_seen) => mutate({ show_last_seen })}
        />
      </div>
    </section>
  )
}

type LanguagesProps = { chosen: readonly CreatorLanguage[]; onChange: (chosen: readonly CreatorLanguage[]) => void }

function Languages({ chosen, onChange }: LanguagesProps) {
  const isFull = chosen.length >= languagesPerCreator
  return (
    <fieldset>
      <legend className="font-medium text-sm">{m.topics_languages({ count: languagesPerCreator })}</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {creatorLanguages.map((it) => {
          const isOn = chosen.includes(it)
          return (
            <button
              key={it}
              type="button"
              aria-pressed={isOn}
              disabled={!isOn && isFull}
              onClick={() => onChange(isOn ? chosen.filter((other) => other !== it) : [...chosen, it])}
              className={isOn ? 'chip chip-on' : 'chip'}
            >
              {languageName(it)}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The tags as they were typed, parted by spaces or commas; the API checks what is in them. */
const tagsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\s,;]+/)
      .map((it) => it.replace(/^#+/, '').toLowerCase())
      .filter(Boolean),
  ),
]
