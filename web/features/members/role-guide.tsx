import { roles } from '../../../src/core/role.ts';
import { useTexts } from '../../lib/texts.ts';

/** What each role may do, for users who have never worked with roles. */
export function RoleGuide() {
  const t = useTexts('members');
  const { names, may } = useTexts('roles');
  return (
    <section className="members-part">
      <h2>{t.guide}</h2>
      <dl className="card members-guide">
        {roles.map((role) => (
          <div key={role}>
            <dt>{names[role]}</dt>
            <dd>{may[role]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
