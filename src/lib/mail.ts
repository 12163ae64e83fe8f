/** A plain-text mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

const CONNECT_LIMIT_MS = 5_000;
const ANSWER_LIMIT_MS = 10_000;

/** Sends mail over SMTP, `smtp://user:password@host:587?from=signpost@sgn.example`, with one connection for each mail. */
export function createSendMail(smtpUrl: string, fallbackSender: string): SendMail {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? fallbackSender;
  url.searchParams.delete('from');
  return async ({ to, subject, text }) => {
    // Loaded with the first mail: most servers never send one.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: url.href,
      connectionTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      socketTimeout: ANSWER_LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await transport.sendMail({ from, to, subject, text });
  };
}
