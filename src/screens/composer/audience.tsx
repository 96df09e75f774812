import { coinsOf } from '../../../contract/coins.ts'
import { feePercent } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/posts.ts'
import { paidCents } from '../../../contract/prices.ts'
import { visibilityNames } from '../../lib/visibility-names.ts'
import { m } from '../../paraglide/messages.js'
import { Coins } from '../../ui/coins.tsx'
import { useEarlySwitch } from '../../ui/early-input.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Input } from '../../ui/input.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { type DraftState, priceOf } from './draft-state.ts'

type AudienceProps = { draft: DraftState; onChange: (part: Partial<DraftState>) => void }

/** Who sees the post, and what it costs those who do not. */
export function Audience({ draft, onChange }: AudienceProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-semibold text-sm">{m.composer_who()}</legend>
      <div className="grid grid-cols-2 gap-2">
        {visibilities.map((it) => (
          <Level key={it} level={it} checked={draft.visibility === it} onChange={() => onChange({ visibility: it })} />
        ))}
      </div>
      {draft.visibility !== 'public' && <Price draft={draft} onChange={onChange} />}
    </fieldset>
  )
}

type LevelProps = { level: DraftState['visibility']; checked: boolean; onChange: () => void }

function Level({ level, checked, onChange }: LevelProps) {
  return (
    <label className="flex min-h-13 cursor-pointer items-center gap-2.5 rounded-control border border-edge px-3 font-medium text-sm has-checked:border-ink has-checked:bg-sunken has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink">
      <input
        ref={useEarlySwitch(checked)}
        type="radio"
        name="visibility"
        value={level}
        checked={checked}
        onChange={onChange}
        className="sr-only"
      />
      <Icon name={icons[level]} className="size-5 shrink-0" />
      {visibilityNames[level]()}
    </label>
  )
}

function Price({ draft, onChange }: AudienceProps) {
  const closed = useViewer()?.acting_as?.permissions.can_payment === false
  const price = priceOf(draft)
  const wrong = Number.isNaN(price)
  const isPaid = draft.visibility === 'paid'
  const hint = closed ? m.composer_price_closed() : m.composer_price_hint({ percent: 100 - feePercent })
  return (
    <Field
      label={isPaid ? m.composer_price() : m.composer_price_others()}
      hint={hint}
      error={wrong ? m.composer_price_wrong() : null}
      optional={!isPaid}
    >
      <span className="flex items-center gap-3">
        <Input
          inputMode="decimal"
          value={draft.price}
          onChange={(event) => onChange({ price: event.target.value })}
          readOnly={closed}
          placeholder={String(coinsOf(paidCents.min))}
          maxLength={7}
          autoComplete="off"
          className="max-w-36"
        />
        {price !== null && !wrong && <Coins amount={price} />}
      </span>
    </Field>
  )
}

const visibilities = ['public', 'followers', 'subscribers', 'paid'] as const
const icons: Record<Post['visibility'], IconName> = {
  public: 'globe',
  followers: 'users',
  subscribers: 'star',
  paid: 'lock',
}
