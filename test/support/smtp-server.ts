/** A mail server that delivers nothing. */
export interface SmtpServer {
  url: string;
  /** Resolves with the next mail, complete with headers. */
  next(): Promise<string>;
  mailCount(): number;
  stop(): void;
}

/** Implements the part of SMTP that a client needs to send a mail. */
export function startSmtpServer(): SmtpServer {
  const waiting: ((mail: string) => void)[] = [];
  const arrived: string[] = [];
  let count = 0;

  function deliver(mail: string): void {
    count += 1;
    const waiter = waiting.shift();
    if (waiter) waiter(mail);
    else arrived.push(mail);
  }

  const server = Bun.listen<{ mail: string | undefined; rest: string }>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { mail: undefined, rest: '' };
        socket.write('220 test\r\n');
      },
      data(socket, bytes) {
        const lines = (socket.data.rest + bytes.toString()).split('\r\n');
        socket.data.rest = lines.pop() ?? '';
        for (const line of lines) {
          if (socket.data.mail !== undefined) {
            if (line !== '.') socket.data.mail += `${line}\n`;
            else {
              deliver(socket.data.mail);
              socket.data.mail = undefined;
              socket.write('250 taken\r\n');
            }
          } else if (line.startsWith('DATA')) {
            socket.data.mail = '';
            socket.write('354 go on\r\n');
          } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
          else socket.write('250 ok\r\n');
        }
      },
    },
  });
  return {
    url: `smtp://127.0.0.1:${server.port}?from=signpost@sgn.example`,
    next: async () => arrived.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    mailCount: () => count,
    stop: () => server.stop(true),
  };
}
