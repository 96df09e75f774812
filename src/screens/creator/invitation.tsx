import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { coinsOf } from '../../../contract/coins.ts'
import { feePercent, holdDays, payoutMinCents } from '../../../contract/limits.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { verificationQuery } from '../../queries/verification.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { SiteFooter } from '../trust/site-footer.tsx'
import { EarningsCalculator } from './earnings-calculator.tsx'

/** What a visitor or fan reads who thinks of selling here: how to begin, what would be earned, what one can rely on. */
export function Invitation() {
  const facts = [
    [m.creator_keep_copies(), m.creator_keep_copies_text()],
    [m.creator_keep_fans(), m.creator_keep_fans_text()],
    [m.creator_keep_team(), m.creator_keep_team_text()],
    [
      m.creator_keep_money(),
      m.creator_keep_money_text({ days: holdDays, minimum: moneyText(coinsOf(payoutMinCents)) }),
    ],
  ]
  return (
    <div className="px-4 py-8 sm:px-6">
      <h1 className="max-w-[18ch] font-extrabold text-2xl tracking-[-0.03em]">{m.creator_headline()}</h1>
      <p className="mt-3 max-w-[34rem] text-ink-soft">{m.creator_lead({ share: 100 - feePercent })}</p>
      <Begin />
      <EarningsCalculator />
      <ol className="mt-10 flex flex-col divide-y divide-hairline border-hairline border-y">
        <Step number={1} title={m.creator_step_who()} text={m.creator_step_who_text()} />
        <Step number={2} title={m.creator_step_look()} text={m.creator_step_look_text()} />
        <Step number={3} title={m.creator_step_earn()} text={m.creator_step_earn_text()} />
      </ol>
      <h2 className="mt-10 font-bold text-xl">{m.creator_keep()}</h2>
      <dl className="mt-4 mb-10 grid gap-6 sm:grid-cols-2">
        {facts.map(([title, text]) => (
          <div key={title} className="border-brass border-l-2 pl-4">
            <dt className="font-bold">{title}</dt>
            <dd className="mt-1 text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="-mx-4 sm:-mx-6 md:mx-0">
        <SiteFooter />
      </div>
    </div>
  )
}

/** The one act of the page: by sign-up for visitors, at once for fans, who also read how their application stands. */
function Begin() {
  const viewer = useViewer()
  const { data } = useQuery({ ...verificationQuery, enabled: viewer !== null && viewer.acting_as === null })
  const status = data?.status ?? 'none'
  const look = `${buttonClasses({ variant: 'primary', size: 'lg' })} mt-6`
  if (viewer === null) {
    return (
      <Link to="/signup" search={{ redirect: '/creator/verification' }} className={look}>
        {m.creator_sign_up()}
      </Link>
    )
  }
  return (
    <>
      <Link to="/creator/verification" className={look}>
        {status === 'none' ? m.creator_begin() : status === 'pending' ? m.creator_see_state() : m.creator_go_on()}
      </Link>
      {status === 'pending' && <p className="mt-3 text-ink-soft">{m.verification_pending_text()}</p>}
    </>
  )
}

function Step({ number, title, text }: { number: number; title: string; text: string }) {
  return (
    <li className="flex gap-4 py-4">
      <span className="font-display font-extrabold text-xl tabular-nums">{number}</span>
      <span>
        <span className="block font-bold">{title}</span>
        <span className="block text-ink-soft">{text}</span>
      </span>
    </li>
  )
}
