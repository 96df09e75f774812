import { moneyHtml } from '../lib/money.ts'

/** An amount of coins as money, in the language of the page. */
export const Money = ({ amount, className }: { amount: number; className: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: an amount, written by `moneyHtml`.
  <span className={className} dangerouslySetInnerHTML={{ __html: moneyHtml(amount) }} />
)
