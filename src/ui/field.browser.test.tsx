import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderFor } from '../../tests/support/component.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { PasswordInput } from './password-input.tsx'

const email = page.getByRole('textbox', { name: 'E-mail' })
const password = page.getByLabelText('Password', { exact: true })
const send = page.getByRole('button', { name: 'Send' })
const shown = page.getByRole('alert')

it('says in its own words what keeps a form from being sent, and no longer once it is changed', async () => {
  const sent = vi.fn()
  await open(sent)
  await userEvent.click(send)
  await expect.element(email).toHaveAccessibleDescription('Please fill this in.')
  await expect.element(password).toHaveAccessibleDescription('Please fill this in.')
  await expect.element(email).toHaveFocus()
  await userEvent.fill(email, 'nothing')
  await userEvent.fill(password, 'short')
  await expect.element(shown).not.toBeInTheDocument()
  await userEvent.click(send)
  await expect.element(email).toHaveAccessibleDescription('This is not an e-mail address.')
  await expect.element(password).toHaveAccessibleDescription('At least 10 characters, please.')
  await userEvent.fill(email, 'fiona@demo.test')
  await userEvent.fill(password, 'long enough it is')
  expect(sent).not.toHaveBeenCalled()
  await userEvent.click(send)
  expect(sent).toHaveBeenCalledOnce()
})

it('shows a password that is being written, and hides it again', async () => {
  await open(vi.fn())
  const show = page.getByRole('button', { name: 'Show as text' })
  await expect.element(password).toHaveAttribute('type', 'password')
  await userEvent.fill(password, 'a secret')
  await userEvent.click(show)
  await expect.element(show).toHaveAttribute('aria-pressed', 'true')
  await expect.element(password).toHaveAttribute('type', 'text')
  await expect.element(password).toHaveValue('a secret')
  await userEvent.click(show)
  await expect.element(password).toHaveAttribute('type', 'password')
})

const open = (onSent: () => void) =>
  renderFor(
    null,
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSent()
      }}
    >
      <Field label="E-mail">
        <Input name="email" type="email" required />
      </Field>
      <Field label="Password">
        <PasswordInput name="password" required minLength={10} />
      </Field>
      <button type="submit">Send</button>
    </form>,
  )
