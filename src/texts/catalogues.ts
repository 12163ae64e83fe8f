// Generated from locales/en by `npm run generate`.

/** The texts of each file of `locales/en`, as code reads them. */
export interface Catalogues {
  mails: {
    resetPassword: {
      subject: string;
      request: string;
      ignore: string;
    };
    emailChanged: {
      subject: string;
      change: (values: { server: string | number }) => string;
      ignore: string;
    };
  };
}
