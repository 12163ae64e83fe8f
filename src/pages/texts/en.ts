import type { Texts } from './catalogue.ts';

function waitOf(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** English, which is also what a visitor of any other language reads. */
export const en: Texts = {
  proceed: 'Continue',
  password: {
    heading: 'This link is protected',
    text: 'Enter the password that came with it.',
    label: 'Password',
    wrong: 'That password is not right. Capitals and small letters are different.',
    tooMany: 'Too many tries. Wait a minute, then try again.',
    busy: 'Too many passwords are being checked right now. Try again in a few seconds.',
  },
  splash: {
    title: 'On to',
    leads: 'This link leads to',
    automatic: (seconds) => `It continues by itself in ${waitOf(seconds)}.`,
    stay: 'Stay here',
  },
  frame: {
    open: 'Open without frame',
    content: (host) => `Page of ${host}`,
  },
  consent: {
    heading: 'May this visit be measured?',
    text: (vendors) =>
      `Whoever made this link would like to use ${vendors} to measure visits and to show advertising. Cookies may be set for that, and you may be recognised on other sites. You get to the page either way.`,
    kept: 'Your answer is kept in this browser for 180 days.',
    allow: 'Allow',
    decline: 'Decline',
  },
  overlay: {
    close: 'Close',
    more: 'Learn more',
    send: 'Send',
    subscribe: 'Subscribe',
    copy: 'Copy',
    copied: 'Copied',
    contact: 'Write to us',
    newsletter: 'Get our news by e-mail',
    name: 'Name',
    email: 'E-mail',
    message: 'Message',
    thanks: 'Thank you. It has arrived.',
    problems: {
      name: 'Give a name of at most 100 characters.',
      email: 'Give a whole e-mail address, such as ada@example.com.',
      message: 'Write a message of at most 2,000 characters.',
      answer: 'Choose one of the answers.',
    },
    again: 'Your answer has been counted already.',
    stale: {
      heading: 'This form is out of date',
      text: 'Nothing was sent. Open the link once more and fill in the form again.',
    },
    failed: 'It could not be sent. Check your connection and try again.',
  },
  limited: {
    text: 'This link can be opened a limited number of times. Automatic visits, such as link previews, do not open it.',
  },
  disabled: {
    heading: 'This link is switched off',
    text: 'The address is right, but the link has been switched off.',
  },
  expired: {
    heading: 'This link has expired',
    text: 'The address is right, but the link was meant for a limited time or number of visits, and that is over.',
  },
  notFound: {
    heading: 'Nothing at this address',
    text: 'No link here has this name. Check the spelling: capitals and small letters are different.',
  },
  tooMany: {
    heading: 'Too many requests',
    text: (seconds) => `A lot of requests came from your network just now. Try again in ${waitOf(seconds)}.`,
  },
  unavailable: {
    heading: 'Just a moment',
    text: 'This link cannot be looked up right now. That rarely lasts more than a few seconds.',
    again: 'Try again',
  },
  scanned: {
    heading: 'This code says',
  },
  campaign: {
    by: (username) => `Links shared by ${username}`,
    protected: 'Asks for a password',
    empty: {
      heading: 'No links here just now',
      text: 'Whoever shares this list has put nothing in it yet, or all of it is over.',
    },
    newer: 'Newer',
    older: 'Older',
    page: (number) => `Page ${number}`,
  },
  bio: {
    elsewhere: 'Elsewhere',
    code: (address) => `QR code of ${address}`,
    made: 'Made with Signpost',
  },
  preview: {
    title: (name) => `Where ${name} leads`,
    leads: 'leads to',
    name: 'Title',
    created: 'Created',
    caution:
      'Look twice: “xn--” means that this name is spelled with more than the letters a to z. It can look just like the name of another site.',
    unopened: 'Nothing has been opened yet.',
    protected: {
      heading: 'The target is protected',
      text: 'This link asks for a password before it tells where it leads.',
    },
    limited: {
      heading: 'The destination is hidden',
      text: 'This link can be opened a limited number of times. It shows where it leads only when it is opened.',
    },
    gone: {
      heading: 'This link leads nowhere now',
      text: 'It has expired, or its owner has switched it off.',
    },
  },
};
