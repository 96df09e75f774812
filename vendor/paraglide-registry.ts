/**
 * For `@inlang/paraglide-js` 2.25 (the generated `registry.js`): compiled messages ask it for plural forms, and it makes a
 * new `Intl.PluralRules` for every number. Here each is made once, and what it says of small numbers is remembered.
 * Paraglide's `number`, `datetime` and `relativetime` are missing, because no message uses them.
 */
export function plural(locale: string, input: unknown, options: Intl.PluralRulesOptions = {}): string {
  const key = `${locale} ${options.type ?? 'cardinal'}`
  let known = forms.get(key)
  if (known === undefined) {
    known = { rules: new Intl.PluralRules(locale, options), small: [] }
    forms.set(key, known)
  }
  const count = Number(input)
  if (!Number.isInteger(count) || count < 0 || count >= 1000) return known.rules.select(count)
  const form = known.small[count] ?? known.rules.select(count)
  known.small[count] = form
  return form
}

const forms = new Map<string, { rules: Intl.PluralRules; small: string[] }>()
