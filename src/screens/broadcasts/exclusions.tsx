import { m } from '../../paraglide/messages.js'
import { type Audience, audienceLabels } from './labels.ts'

type ExclusionsProps = {
  offered: readonly Audience[]
  chosen: readonly Audience[]
  onChange: (chosen: readonly Audience[]) => void
}

/** Who of the audience is left out. */
export function Exclusions({ offered, chosen, onChange }: ExclusionsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{m.broadcasts_exclude()}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={chosen.includes(option)}
            onClick={() =>
              onChange(chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option])
            }
            className="h-11 rounded-full border border-edge px-3 font-medium text-sm aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
          >
            {audienceLabels[option]()}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
