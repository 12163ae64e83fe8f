import { UsageError } from './command.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const BACKSPACES = ['\u007f', '\b'];
const ENTERS = ['\r', '\n'];

/** The parts of a terminal that a prompt needs. */
type Terminal = Pick<typeof process.stdin, 'setRawMode' | 'setEncoding' | 'on' | 'off' | 'resume' | 'pause'>;

/** Reads one line from a terminal without echoing it. */
function askHidden(terminal: Terminal, question: string): Promise<string> {
  // Raw mode comes before the prompt: until then the terminal echoes what is typed.
  terminal.setRawMode(true);
  terminal.setEncoding('utf8');
  process.stderr.write(question);
  return new Promise((resolve, reject) => {
    let typed = '';

    function end(error?: Error): void {
      terminal.off('data', read);
      terminal.setRawMode(false);
      terminal.pause();
      process.stderr.write('\n');
      if (error) reject(error);
      else resolve(typed);
    }

    function read(text: string): void {
      for (const sign of text) {
        if (sign === CTRL_C || sign === CTRL_D) {
          end(new UsageError('no password was entered'));
          return;
        }
        if (ENTERS.includes(sign)) {
          end();
          return;
        }
        if (sign === CTRL_U) typed = '';
        else if (BACKSPACES.includes(sign)) typed = [...typed].slice(0, -1).join('');
        else typed += sign;
      }
    }

    terminal.on('data', read);
    terminal.resume();
  });
}

/** Asks twice for a new password, to catch typing errors. */
async function askTwice(): Promise<string> {
  const password = await askHidden(process.stdin, 'Password: ');
  if ((await askHidden(process.stdin, 'Repeat password: ')) !== password)
    throw new UsageError('the passwords do not match');
  return password;
}

/** Reads the single line of standard input, without its line ending. */
async function readLine(): Promise<string> {
  const line = (await Bun.stdin.text()).replace(/\r?\n$/, '');
  if (/[\r\n]/.test(line)) throw new UsageError('--password-stdin expects exactly one line');
  return line;
}

/** Reads the password of a command from its option, from standard input, or from the terminal. */
export async function readPassword(password: string | undefined, isOnStdin: boolean): Promise<string> {
  if (password !== undefined && isOnStdin) throw new UsageError('use --password or --password-stdin, not both');
  if (isOnStdin) return readLine();
  if (password !== undefined) return password;
  if (process.stdin.isTTY) return askTwice();
  throw new UsageError(
    'a password is required: pipe it in with --password-stdin, or run the command in a terminal to be prompted',
  );
}
