import { coinsOf } from '../../../contract/coins.ts'
import { feePercent, holdDays, minimumAge, payoutMinCents } from '../../../contract/limits.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Frame } from '../frame/frame.tsx'
import { SiteFooter } from '../trust/site-footer.tsx'

/** What Fanfare is, and what it does with money, pictures and people who act for others. */
export function AboutScreen() {
  const chapters = [
    [m.about_people_title(), m.about_people_text({ age: minimumAge })],
    [m.about_money_title(), m.about_money_text({ percent: feePercent })],
    [m.about_earnings_title(), m.about_earnings_text({ days: holdDays, minimum: moneyText(coinsOf(payoutMinCents)) })],
    [m.about_pictures_title(), m.about_pictures_text()],
    [m.about_agencies_title(), m.about_agencies_text()],
    [m.about_safety_title(), m.about_safety_text()],
  ]
  return (
    <Frame title={m.about_title()} ownHeading>
      <article className="px-5 pt-8 pb-6 sm:px-8">
        <h1 className="max-w-[16ch] font-extrabold text-2xl tracking-[-0.03em]">{m.about_headline()}</h1>
        <p className="mt-4 text-lg">{m.about_lead()}</p>
        {chapters.map(([title, text]) => (
          <section key={title} className="mt-8 border-hairline border-t pt-6">
            <h2 className="font-bold text-lg">{title}</h2>
            <p className="mt-2 text-ink-soft">{text}</p>
          </section>
        ))}
      </article>
      <div className="mt-auto md:px-8">
        <SiteFooter />
      </div>
    </Frame>
  )
}
