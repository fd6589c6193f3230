"""All fixers by the rules that they heal, and the rules that are notices."""

from __future__ import annotations

from credentials.password_argument import PasswordArgument
from credentials.password_default import PasswordDefault
from credentials.password_string import PasswordString
from credentials.weak_random import WeakRandom
from crypto.short_key import ShortKey
from crypto.tls import TLSNoProtocol, TLSOldProtocol, TLSUnverifiedContext
from crypto.weak_hash import WeakHash
from engine.fixer import Fixer
from errors.assert_used import AssertUsed
from errors.handlers import ExceptContinue, ExceptPass
from files.permissive_mode import PermissiveMode
from files.tar_extract import TarExtract
from files.temp_name import TempName
from files.temp_path import TempPath
from network.bind_all import BindAll
from network.request_timeout import RequestTimeout
from network.ssh_host_key import SSHHostKey
from network.url_open import URLOpen
from network.verify_off import VerifyOff
from parsing.eval_literal import EvalLiteral
from parsing.sql_values import SQLValues
from parsing.xml_parse import XMLImport, XMLParse
from parsing.yaml_load import YAMLLoad
from process.library_call import LibraryCall
from process.os_command import OSCommand
from process.partial_path import PartialPath
from process.shell_true import ShellTrue
from web.flask_debug import FlaskDebug
from web.jinja_autoescape import JinjaAutoescape

FIXERS: tuple[Fixer, ...] = (
    AssertUsed(), BindAll(), EvalLiteral(), ExceptContinue(), ExceptPass(), FlaskDebug(),
    JinjaAutoescape(), LibraryCall(), OSCommand(), PartialPath(), PasswordArgument(),
    PasswordDefault(), PasswordString(), PermissiveMode(), RequestTimeout(), SQLValues(),
    SSHHostKey(), ShellTrue(), ShortKey(), TLSNoProtocol(), TLSOldProtocol(),
    TLSUnverifiedContext(), TarExtract(), TempName(), TempPath(), URLOpen(), VerifyOff(),
    WeakHash(), WeakRandom(), XMLImport(), XMLParse(), YAMLLoad(),
)
BY_RULE: dict[str, Fixer] = {rule: fixer for fixer in FIXERS for rule in fixer.rules}

# What a scanner notes about an import or a call that is in order as it is: nothing to edit, except
# where a fixer knows the place.
IMPORTED = "the import is a notice: what matters is how the module is used"
STARTED = "a program gets its arguments without a shell, which is the safe shape: check the values"
NOTICES: dict[str, str] = {
    **dict.fromkeys(("B401", "B402", "B403", "B404", "B410", "B411", "B412", "B413", "B414", "B415",
                     "S401", "S402", "S403", "S404", "S410", "S411", "S412", "S413", "S415"),
                    IMPORTED),
    **dict.fromkeys(("B603", "B606", "S603", "S606"), STARTED),
}
