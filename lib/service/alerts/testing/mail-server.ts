import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

type Mail = { user: string | undefined; recipients: string[]; text: string };

/** A real mail server on any free port. It takes `taskdeck` with the password `mail password`. */
export type MailServer = {
  url: string;
  received: Mail[];
  /** How many more e-mails are refused for now. */
  refuse: number;
  close(): Promise<void>;
};

/** Starts a mail server that keeps what it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer = { url: '', received: [], refuse: 0, close: async () => {} };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _, done) {
      if (username === 'taskdeck' && password === 'mail password') done(null, { user: username });
      else done(new Error('wrong user or password'));
    },
    async onData(stream, { user, envelope }, done) {
      let text = '';
      for await (const chunk of stream) text += chunk;
      if (mails.refuse > 0) {
        mails.refuse--;
        done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        return;
      }
      mails.received.push({ user, recipients: envelope.rcptTo.map(({ address }) => address), text });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  mails.url = `smtp://taskdeck:${encodeURIComponent('mail password')}@127.0.0.1:${port}`;
  mails.close = () => new Promise((resolve) => server.close(() => resolve()));
  return mails;
}
