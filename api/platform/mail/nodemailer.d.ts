/** As much of nodemailer 10 as we use; `@types/nodemailer` stops at 8. */
declare module 'nodemailer' {
  export type Transporter = {
    sendMail: (mail: {
      from: string
      to: string
      subject: string
      html: string
      text: string
      messageId?: string
      headers?: Record<string, string>
      signal?: AbortSignal
    }) => Promise<unknown>
  }
  const nodemailer: {
    /** Times in milliseconds. */
    createTransport: (options: {
      url: string
      connectionTimeout: number
      greetingTimeout: number
      socketTimeout: number
    }) => Transporter
  }
  export default nodemailer
}
