import { expect, type Page } from '@playwright/test'

/** The path of the newest link with this part that was mailed to an address, on the product under test. */
export async function mailedPath(page: Page, to: string, part: string): Promise<string> {
  let path = ''
  await expect
    .poll(async () => {
      path = (await mailedPaths(page, to, part))[0] ?? ''
      return path
    })
    .not.toBe('')
  return path
}

/** All of them, newest first. */
export async function mailedPaths(page: Page, to: string, part: string): Promise<string[]> {
  const answer = await page.request.get(`${process.env.API_URL}/dev/mail?to=${encodeURIComponent(to)}`)
  const { data } = (await answer.json()) as { data: { text: string }[] }
  return data
    .map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? '')
    .filter((link) => link.includes(part))
    .map((link) => link.replace(/^https?:\/\/[^/]+/, ''))
}

/** The six digits of the newest mail with a code to an address. */
export async function mailedCode({ request }: Pick<Page, 'request'>, to: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const answer = await request.get(`${process.env.API_URL}/dev/mail?to=${encodeURIComponent(to)}`)
      const { data } = (await answer.json()) as { data: { text: string }[] }
      code = data.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((it) => it !== undefined) ?? ''
      return code
    })
    .not.toBe('')
  return code
}
