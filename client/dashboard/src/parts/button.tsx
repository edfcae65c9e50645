/**
 * A pending button keeps the focus, says that it is pending, and does nothing. A submit button is pending while its form is
 * being sent, and does nothing while the server asks to wait.
 */
import { type ReactNode, use } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Link } from 'wouter';
import { Icon, type IconName } from './icon.tsx';
import { FormContext } from './wait.ts';
import './button.css';

interface Look {
  look?: 'primary' | 'danger' | 'quiet' | undefined;
  icon?: IconName | undefined;
  small?: boolean | undefined;
  wide?: boolean | undefined;
}

interface ButtonProps extends Look {
  children?: ReactNode;
  /** For a button that shows an icon only. */
  label?: string | undefined;
  type?: 'button' | 'submit';
  slot?: 'close' | undefined;
  isPending?: boolean | undefined;
  isDisabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  onPress?: (() => void) | undefined;
}

export function Button(props: ButtonProps) {
  const { children, label, icon, type = 'button' } = props;
  const form = use(FormContext);
  const isWaiting = type === 'submit' && form.isWaiting;
  const isPending = props.isPending === true || (type === 'submit' && form.isPending);
  return (
    <AriaButton
      type={type}
      className={classOf(props, { isSquare: children === undefined, isWaiting })}
      isPending={isPending || isWaiting}
      isDisabled={props.isDisabled === true}
      {...(props.slot !== undefined && { slot: props.slot })}
      {...(props.autoFocus === true && { autoFocus: true })}
      {...(label !== undefined && { 'aria-label': label })}
      {...(props.onPress && { onPress: () => props.onPress?.() })}
    >
      {isPending ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  );
}

export function ButtonLink({
  href,
  children,
  ...look
}: Look & { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classOf(look)}>
      {look.icon && <Icon name={look.icon} />}
      {children}
    </Link>
  );
}

/** A link to a file of the server, which the browser saves while it downloads. */
export function DownloadLink({
  href,
  what,
  children,
}: {
  href: string;
  what: string;
  children: string;
}) {
  return (
    <a href={href} download className="button small" aria-label={`${children}, ${what}`}>
      <Icon name="download" />
      {children}
    </a>
  );
}

/** A link that leaves the dashboard. */
export function OuterLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function classOf(
  { look = undefined, small, wide }: Look,
  { isSquare = false, isWaiting = false } = {},
): string {
  const classes = ['button', look, small && 'small', wide && 'wide'];
  return [...classes, isSquare && 'square', isWaiting && 'form-waits'].filter(Boolean).join(' ');
}
