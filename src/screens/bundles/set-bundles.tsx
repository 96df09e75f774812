import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Bundle } from '../../../contract/bundles.ts'
import { coinsOf, roundToCents } from '../../../contract/coins.ts'
import { feePercent } from '../../../contract/limits.ts'
import { bundleCents } from '../../../contract/policy/bundle.ts'
import { bundleMonths, bundlePercents } from '../../../contract/prices.ts'
import type { Profile } from '../../../contract/profile.ts'
import { moneyText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSetBundles } from '../../queries/bundles.ts'
import { userQuery } from '../../queries/users.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'

/** What a creator asks for several months at once: of each number of months, by how much it is less (product §85). */
export function SetBundles() {
  const viewer = useViewer()
  return (
    <section aria-labelledby="bundles" className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 id="bundles" className="font-bold text-lg">
        {m.bundles_title()}
      </h2>
      <p className="mt-1 text-ink-soft">{m.bundles_text()}</p>
      {viewer && (viewer.subscription_price ? <Present viewer={viewer} /> : <p className="mt-3">{m.bundles_free()}</p>)}
    </section>
  )
}

function Present({ viewer }: { viewer: Profile }) {
  const { data: user, error, refetch, isFetching } = useQuery(userQuery(viewer.username ?? ''))
  if (error && !user) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!user) return <SkeletonList rows={3} />
  return <Choices key={logOf(user.bundles)} viewer={viewer} present={user.bundles} />
}

type Percents = Partial<Record<Bundle['months'], Bundle['percent']>>

function Choices({ viewer, present }: { viewer: Profile; present: readonly Bundle[] }) {
  const [percents, setPercents] = useState<Percents>(() =>
    Object.fromEntries(present.map(({ months, percent }) => [months, percent])),
  )
  const { mutate, isPending, error } = useSetBundles(viewer)
  const closed = useClosed('can_payment')
  const wanted = bundleMonths.flatMap((months) => {
    const percent = percents[months]
    return percent === undefined ? [] : [{ months, percent }]
  })
  const isSame = logOf(wanted) === logOf(present)
  return (
    <form
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPending || closed || isSame) return
        mutate(wanted, { onSuccess: () => toast(m.bundles_set(), { type: 'success' }) })
      }}
    >
      {bundleMonths.map((months) => (
        <Field
          key={months}
          label={m.bundles_months({ count: months })}
          hint={shareText(viewer.subscription_price ?? 0, months, percents[months])}
        >
          <Select
            value={String(percents[months] ?? '')}
            onChange={(event) => {
              const percent = bundlePercents.find((it) => String(it) === event.target.value)
              setPercents(({ [months]: _, ...rest }) => ({ ...rest, ...(percent && { [months]: percent }) }))
            }}
          >
            <option value="">{m.bundles_none()}</option>
            {bundlePercents.map((percent) => (
              <option key={percent} value={String(percent)}>
                {m.bundles_percent({ percent })}
              </option>
            ))}
          </Select>
        </Field>
      ))}
      {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isPending}
        disabledReason={closed ?? (isSame ? m.bundles_same() : null)}
      >
        {m.bundles_action()}
      </Button>
    </form>
  )
}

const logOf = (all: readonly Pick<Bundle, 'months' | 'percent'>[]): string =>
  all.map(({ months, percent }) => `${months}:${percent}`).join(' ')

/** What a fan pays, in all and a month, and what the creator receives of it. */
function shareText(monthly: number, months: Bundle['months'], percent: Bundle['percent'] | undefined) {
  if (percent === undefined) return undefined
  const price = coinsOf(bundleCents(Math.round(monthly * 100), { months, percent }))
  return m.bundles_share({
    money: moneyText(price),
    monthly: moneyText(roundToCents(price / months)),
    share: moneyText(roundToCents((price * (100 - feePercent)) / 100)),
    fee: feePercent,
  })
}
