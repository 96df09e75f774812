import en from '../../messages/en.json' with { type: 'json' }
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** A creator makes an album on a phone and puts posts into it; a visitor finds it on the profile, with what is locked. */
test('a creator collects posts in an album, which a visitor finds on the profile', async ({ browser }) => {
  const phone = { viewport: { width: 390, height: 844 } }
  const studio = await browser.newContext(phone)
  const alice = await studio.newPage()
  await signIn(studio, 'alice@demo.test')
  const name = `Backstage ${Date.now().toString(36)}`
  const album = (page: typeof alice) => page.getByRole('link', { name })

  await test.step('alice makes an album on her profile', async () => {
    await alice.goto('/@alice?tab=albums')
    await waitUntilAtRest(alice)
    await alice.getByRole('button', { name: en.albums_new }).click()
    const sheet = alice.getByRole('dialog', { name: en.albums_new })
    await sheet.getByLabel(en.albums_name).fill(name)
    await sheet.getByLabel(en.albums_description).fill('Behind the curtain, night by night.')
    await sheet.getByRole('button', { name: en.albums_make }).click()
    await expect(alice.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(alice).toHaveURL(/\/@alice\/albums\/[\w-]{36}$/)
  })

  await test.step('and puts posts into it, on its page and from the menu of a post', async () => {
    await alice.getByRole('button', { name: en.albums_add }).click()
    const sheet = alice.getByRole('dialog')
    const choices = sheet.getByRole('switch')
    await choices.nth(0).click()
    await expect(choices.nth(0)).toBeChecked()
    await choices.nth(1).click()
    await expect(choices.nth(1)).toBeChecked()
    await sheet.getByRole('button', { name: en.ui_close }).click()
    await expect(alice.getByRole('article')).toHaveCount(2)

    await alice.goto('/@alice')

    await waitUntilAtRest(alice)
    await alice.getByRole('article').nth(2).getByRole('button', { name: en.posts_menu }).click()
    await alice.getByRole('menuitem', { name: en.albums_of_post }).click()
    const own = alice.getByRole('dialog', { name: en.albums_of_post_title }).getByRole('switch', { name })
    await own.click()
    await expect(own).toBeChecked()
  })

  const visit = await browser.newContext(phone)
  const visitor = await visit.newPage()

  await test.step('a visitor finds it on the profile, and its posts as open or locked as there', async () => {
    await visitor.goto('/@alice')
    await waitUntilAtRest(visitor)
    await visitor
      .getByRole('navigation', { name: en.profile_tabs })
      .getByRole('link', { name: /^Albums/ })
      .click()
    await expect(album(visitor)).toContainText('3 posts')
    await album(visitor).click()
    await expect(visitor.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(visitor.getByRole('article')).toHaveCount(3)
    await expect(visitor.getByRole('button', { name: en.albums_add })).toHaveCount(0)
    await visitor.reload()
    await expect(visitor.getByRole('article')).toHaveCount(3)
  })

  await test.step('alice takes one out, which can be undone, and deletes the album; her posts stay', async () => {
    await alice.goto('/@alice?tab=albums')
    await waitUntilAtRest(alice)
    await album(alice).click()
    await expect(alice.getByRole('article')).toHaveCount(3)
    await alice.getByRole('button', { name: en.albums_take_out }).first().click()
    await expect(alice.getByRole('article')).toHaveCount(2)
    await alice.getByRole('button', { name: en.ui_undo }).click()
    await expect(alice.getByRole('article')).toHaveCount(3)
    await alice.getByRole('button', { name: `More about ${name}` }).click()
    await alice.getByRole('menuitem', { name: en.albums_delete }).click()
    const sheet = alice.getByRole('dialog')
    await expect(sheet).toContainText('Its 3 posts stay on your profile.')
    await sheet.getByRole('button', { name: en.albums_delete }).click()
    await expect(alice).toHaveURL(/\/@alice\?tab=albums$/)
    await expect(album(alice)).toHaveCount(0)
    await visitor.reload()
    await expect(visitor.getByText('404').first()).toBeVisible()
  })
  await Promise.all([studio.close(), visit.close()])
})
