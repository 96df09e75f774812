import { page, userEvent } from 'vitest/browser'

/** Opens the menu behind a button of a component and chooses an item. */
export async function chooseInMenu(button: string, item: string): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: button }))
  await userEvent.click(page.getByRole('menuitem', { name: item }))
}
